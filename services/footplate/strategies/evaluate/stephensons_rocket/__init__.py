"""What makes a position of Stephenson's Rocket good.

`evaluation` is the entry. A position promises points to every seat (`position`): the prizes of final scoring and of
payouts that lines may bring soon (`reach`), shared out by what each seat has so far (`odds`). `main_actions` and
`answers` propose actions and judge them by what all seats gain (`judged`), because the money of rivals is hidden.
"""
