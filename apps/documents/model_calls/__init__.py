"""Resources passed to the stages: models with batching and priority, text processes, attribution of costs.

May import from this app: conversion, keywords, models, parsing, sandbox.
"""
