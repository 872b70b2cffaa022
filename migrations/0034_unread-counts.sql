-- No version since D-178 reads or writes these counts. Ledgers count deliveries themselves (D-174), and
-- the running totals of outcomes have been empty since migration 0030. Deliveries that have not moved
-- to a ledger yet still change and leave, so the triggers that count them go before their table.
DROP TRIGGER `webhook_deliveries_count_insert`;
--> statement-breakpoint

DROP TRIGGER `webhook_deliveries_count_update`;
--> statement-breakpoint

DROP TRIGGER `webhook_deliveries_count_delete`;
--> statement-breakpoint

DROP TABLE `delivery_days`;
--> statement-breakpoint

DROP TABLE `outcome_sums`;
--> statement-breakpoint

DROP TABLE `outcomes_summed`;
