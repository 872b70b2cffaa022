ALTER TABLE `grants` ADD `age_thresholds` text;--> statement-breakpoint
ALTER TABLE `oauth_clients` ADD `age_thresholds` text;--> statement-breakpoint
ALTER TABLE `tenants` ADD `accept_methods` text;--> statement-breakpoint
ALTER TABLE `tenants` ADD `max_proof_age_days` integer;--> statement-breakpoint
ALTER TABLE `tenants` ADD `min_assurance` text;--> statement-breakpoint
ALTER TABLE `tenants` ADD `liveness_level` text;--> statement-breakpoint
ALTER TABLE `tenants` ADD `agate_id` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `verified_ages` ADD `method` text;--> statement-breakpoint
ALTER TABLE `verified_ages` ADD `measured` text;--> statement-breakpoint
ALTER TABLE `verified_ages` ADD `margin_years` real;--> statement-breakpoint
ALTER TABLE `verified_ages` ADD `difficulty` text;--> statement-breakpoint
ALTER TABLE `verified_ages` ADD `liveness_level` text;--> statement-breakpoint
ALTER TABLE `verified_ages` ADD `tenant_id` text;--> statement-breakpoint
ALTER TABLE `verified_ages` ADD `session_id` text;--> statement-breakpoint
ALTER TABLE `verified_ages` ADD `policy_version` text;--> statement-breakpoint
ALTER TABLE `verified_ages` ADD `revoked_at_ms` integer;--> statement-breakpoint
ALTER TABLE `verified_ages` ADD `notice_due` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `verified_ages_by_time` ON `verified_ages` (`verified_at_ms`);--> statement-breakpoint
CREATE INDEX `verified_ages_by_tenant` ON `verified_ages` (`tenant_id`,`verified_at_ms`);--> statement-breakpoint
CREATE INDEX `verified_ages_by_method` ON `verified_ages` (`method`,`verified_at_ms`);--> statement-breakpoint
CREATE INDEX `verified_ages_by_policy` ON `verified_ages` (`policy_version`,`verified_at_ms`);--> statement-breakpoint
CREATE INDEX `verified_ages_by_session` ON `verified_ages` (`session_id`);--> statement-breakpoint
CREATE INDEX `verified_ages_with_notice_due` ON `verified_ages` (`account_id`) WHERE notice_due = 1;