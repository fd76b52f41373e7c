"""Tests of mjlog; a package so that its simulator can be imported by tests and benchmarks alike."""
