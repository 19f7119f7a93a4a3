"""First names of people who play whist in Minnesota, and of their grandchildren."""

_SOME_FIRST_NAMES = """
aaron adam agnes alan alex alice allen alma amanda amy andrea andrew andy angela anita ann anna anne annie arlene arne
arnold arthur astrid barb barbara ben benjamin bernice berta bertha bess betty beverly bill bob bonnie brenda brian
bruce carl carla carol caroline carolyn catherine cathy charles charlie cheryl chris christina christine cindy clara
connie craig curt cynthia dale dan daniel darlene dave david dawn dean deb debbie deborah debra delores dennis diana
diane dick don donald donna dora doris dorothy doug douglas duane ed eddie edith edna edward eileen eino eleanor
elizabeth ella ellen elmer elsie emily emma eric erik erika esther ethel eva eve evelyn florence fran frances frank fred
frieda gail gary george gerald geraldine gertrude gladys gloria greg greta gunnar hank hannah hans harold harry hazel
heather heidi helen helga henrik henry herb herbert hilda hildegard howard ida inga inge ingrid irene irma jack jackie
jacob jake james jan jane janet janice jason jean jeff jennifer jenny jerry jesse jessica jill jim jo joan joanne joe
john johnny josephine joyce judith judy julia julie june kaija karen karin karl karla kate katherine kathleen kathryn
kathy katie keith ken kenneth kevin kim kirsten kris kristin kurt larry lars laura lauren laverne leif lena leo leonard
leroy lillian lily linda lisa lois lori lorraine louis louise lucy luke lydia lynn mabel marcia margaret marge maria
marie marilyn marion marjorie mark marlene martha marvin mary matt matthew melissa mia michael michelle mike mildred
millie minnie molly myrtle nancy natalie nels nick nicole nils nina nora norma norman ole olga olive oscar otto pam
pamela pat patricia patrick paul paula pauline peg peggy pete peter phil phyllis rachel ralph randy ray rebecca richard
rick rita rob robert roberta robin rod roger ron ronald rosemary roy russ ruth sally sam samuel sandra sandy sara sarah
scott sharon shirley sigrid sofie solveig sonja sophie stan stella stephanie steve steven sue susan suzanne sven sylvia
ted teresa thelma theresa tim timothy tina todd tom tony vera vern verna vernon vicki victoria viola violet virginia
vivian wally walt walter wanda wayne wendy wilma winnie yvonne
"""
FIRST_NAMES = frozenset(_SOME_FIRST_NAMES.split())
