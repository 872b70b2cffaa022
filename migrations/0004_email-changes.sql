CREATE TABLE `email_changes` (
	`account_id` integer PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_normalized` text NOT NULL,
	`requested_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`old_confirmed_at_ms` integer,
	`new_confirmed_at_ms` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
