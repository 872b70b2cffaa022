CREATE TABLE `request_lines` (
	`id` integer PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`test` integer NOT NULL,
	`request_id` text NOT NULL,
	`method` text NOT NULL,
	`route` text NOT NULL,
	`status` integer NOT NULL,
	`code` text,
	`duration_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `request_lines_by_tenant` ON `request_lines` (`tenant_id`,`test`,`id`);--> statement-breakpoint
CREATE INDEX `request_lines_that_failed` ON `request_lines` (`tenant_id`,`test`,`id`) WHERE "request_lines"."status" >= 400;