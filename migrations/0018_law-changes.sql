CREATE TABLE `law_notices` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`policy` text NOT NULL,
	`policy_context` text NOT NULL,
	`version` text NOT NULL,
	`due_day` text NOT NULL,
	`noticed` text NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `law_seen` (
	`tenant_id` text NOT NULL,
	`context` text NOT NULL,
	`version` text NOT NULL,
	`rules` text NOT NULL,
	`seen_at_ms` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `context`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `tenants` ADD `recheck` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `verified_ages` ADD `next_bracket_year` integer;