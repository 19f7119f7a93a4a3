"""What each code of the engine's problems is about; a code that is in none of these sets fails a test."""

from whistclub.engine.problems import ProblemCode as Code

OPTIONS = {
    Code.UNKNOWN_OPTION,
    Code.WRONG_TYPE,
    Code.UNKNOWN_VALUE,
    Code.OUT_OF_RANGE,
    Code.NO_END,
    Code.OUT_OF_REACH,
    Code.NOBODY_LEADS_TRUMP,
    Code.ANOTHER_LEADS_TRUMP,
    Code.SOLOS_NEED_FOUR,
    Code.ONE_SIDE_NEEDS_TWO_SIDES,
    Code.ONE_SIDE_NO_PENALTIES,
}
HAND = {
    Code.UNKNOWN_SEAT,
    Code.CONTRACT_NOT_IN_RULES,
    Code.DECLARER_NEEDED,
    Code.DECLARER_NOT_ALLOWED,
    Code.WRONG_NUMBER_OF_COUNTS,
    Code.TRICKS_OUT_OF_RANGE,
    Code.TRICKS_DO_NOT_ADD_UP,
    Code.UNKNOWN_SIDE,
    Code.REVOKE_IN_SOLO,
    Code.REVOKE_AGAINST_ITSELF,
}
ADJUSTMENT = {Code.WRONG_NUMBER_OF_POINTS, Code.POINTS_OUT_OF_RANGE, Code.NO_POINTS}
MOVEMENT = {
    Code.TOO_FEW_PEOPLE,
    Code.TOO_FEW_PAIRS,
    Code.TOO_FEW_TABLES,
    Code.NO_DESIGN,
    Code.TOO_MANY_ROUNDS,
    Code.WINNERS_MISSING,
}

# Only an error of the program can cause these: nobody reads a sentence about them.
NOBODY_READS = {Code.BALANCES_NOT_ZERO}
