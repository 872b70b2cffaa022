CREATE TABLE `ledger_volumes` (
	`tenant_id` text NOT NULL,
	`test` integer NOT NULL,
	`number` integer NOT NULL,
	`opened_at_ms` integer NOT NULL,
	`full_at_ms` integer,
	`kept_days` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`tenant_id`, `test`, `number`)
);
