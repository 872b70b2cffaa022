CREATE TABLE `confirmed_names` (
	`tenant_id` text NOT NULL,
	`name` text NOT NULL,
	`confirmed_at_ms` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `name`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action
);
