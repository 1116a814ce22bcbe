# What happens in Medianokte, where the rules note it; events without a sentence here are told with others, see `tell.py`.

ended = { $seat } ended the turn
acted = { $enemy } played the action card { $card }: { $effect-of-card }
happened = { $enemy } played { $event } for { $cost-of-event } energy: { $effect-of-event }
summoned = { $enemy } summoned { $astrali } for { $cost-of-astrali } energy
