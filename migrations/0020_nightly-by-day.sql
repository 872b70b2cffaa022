DROP INDEX `funnel_events_by_tenant`;--> statement-breakpoint
CREATE INDEX `funnel_events_by_time` ON `funnel_events` (`at_ms`);--> statement-breakpoint
CREATE INDEX `daily_counts_of_day` ON `daily_counts` (`day`);--> statement-breakpoint
CREATE INDEX `outcome_days_by_day` ON `outcome_days` (`day`);--> statement-breakpoint
CREATE INDEX `session_days_by_day` ON `session_days` (`day`);--> statement-breakpoint
CREATE INDEX `tenants_by_creation` ON `tenants` (`created_at_ms`);--> statement-breakpoint
CREATE INDEX `verification_sessions_by_creation` ON `verification_sessions` (`created_at_ms`);--> statement-breakpoint
CREATE INDEX `verification_sessions_by_end` ON `verification_sessions` ((CASE WHEN completed_at_ms IS NULL THEN expires_at_ms ELSE completed_at_ms END));