"""What stands between a draft and the public: measured results, the decision, putting it in force.

May import from this app: judging, models, planning.
"""
