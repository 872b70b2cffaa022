CREATE TABLE `pass_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`bracket` integer NOT NULL,
	`class` text NOT NULL,
	`month` text NOT NULL,
	`token_key` text NOT NULL,
	`private_key` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`issued` integer DEFAULT 0 NOT NULL,
	`redeemed` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pass_keys_by_month` ON `pass_keys` (`month`,`bracket`,`class`);