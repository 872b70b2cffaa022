CREATE TABLE `scim_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`hash` text NOT NULL,
	`last_four` text NOT NULL,
	`default_role` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`last_used_at_ms` integer,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `scim_tokens_hash_unique` ON `scim_tokens` (`hash`);--> statement-breakpoint
CREATE INDEX `scim_tokens_by_tenant` ON `scim_tokens` (`tenant_id`,`created_at_ms`);--> statement-breakpoint
ALTER TABLE `staff` ADD `external_id` text;--> statement-breakpoint
ALTER TABLE `staff` ADD `given_name` text;--> statement-breakpoint
ALTER TABLE `staff` ADD `family_name` text;--> statement-breakpoint
CREATE INDEX `staff_by_external_id` ON `staff` (`tenant_id`,`external_id`) WHERE external_id IS NOT NULL;