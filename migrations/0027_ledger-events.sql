CREATE TABLE `ledger_work` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`subject` text,
	`work` text NOT NULL,
	`created_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ledger_work_by_creation` ON `ledger_work` (`created_at_ms`);--> statement-breakpoint
ALTER TABLE `ledger_volumes` ADD `backlog` text;--> statement-breakpoint
CREATE INDEX `ledger_volumes_with_backlog` ON `ledger_volumes` (`tenant_id`) WHERE backlog IS NOT NULL;