"""What a hall costs, measured on request and no part of the tests: python -m tests.bench.hall"""
