DROP INDEX `tenants_by_plan`;--> statement-breakpoint
ALTER TABLE `tenants` ADD `suspended_at_ms` integer;--> statement-breakpoint
ALTER TABLE `tenants` ADD `suspension_reason` text;--> statement-breakpoint
CREATE INDEX `tenants_by_state` ON `tenants` ((CASE WHEN ended_at_ms IS NOT NULL THEN 'ended' WHEN suspended_at_ms IS NOT NULL THEN 'suspended' ELSE 'active' END),`created_at_ms`);--> statement-breakpoint
CREATE INDEX `tenants_by_plan` ON `tenants` (`plan_id`,`created_at_ms`);