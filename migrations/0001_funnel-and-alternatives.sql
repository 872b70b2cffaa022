CREATE TABLE `funnel_events` (
	`session_id` text NOT NULL,
	`seq` integer NOT NULL,
	`tenant_id` text NOT NULL,
	`test` integer NOT NULL,
	`name` text NOT NULL,
	`step` text,
	`at_ms` integer NOT NULL,
	PRIMARY KEY(`session_id`, `seq`)
);
--> statement-breakpoint
CREATE INDEX `funnel_events_by_tenant` ON `funnel_events` (`tenant_id`,`test`,`at_ms`);--> statement-breakpoint
ALTER TABLE `tenants` ADD `alternative_url` text;