DROP INDEX `verified_ages_by_time`;--> statement-breakpoint
DROP INDEX `verified_ages_by_tenant`;--> statement-breakpoint
DROP INDEX `verified_ages_by_method`;--> statement-breakpoint
DROP INDEX `verified_ages_by_policy`;--> statement-breakpoint
DROP INDEX `verified_ages_by_session`;--> statement-breakpoint
CREATE INDEX `verified_ages_revoked` ON `verified_ages` (`verified_at_ms`) WHERE revoked_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `verified_ages_by_time` ON `verified_ages` (`verified_at_ms`) WHERE revoked_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `verified_ages_by_tenant` ON `verified_ages` (`tenant_id`,`verified_at_ms`) WHERE revoked_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `verified_ages_by_method` ON `verified_ages` (`method`,`verified_at_ms`) WHERE revoked_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `verified_ages_by_policy` ON `verified_ages` (`policy_version`,`verified_at_ms`) WHERE revoked_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `verified_ages_by_session` ON `verified_ages` (`session_id`) WHERE revoked_at_ms IS NULL;