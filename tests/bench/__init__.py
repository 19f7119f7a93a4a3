"""What pages cost, measured on request and no part of the tests: python -m tests.bench.recording"""
