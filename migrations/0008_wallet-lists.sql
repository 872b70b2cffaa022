CREATE TABLE `wallet_status_lists` (
	`uri` text PRIMARY KEY NOT NULL,
	`doc_type` text NOT NULL,
	`named_at_ms` integer NOT NULL,
	`due_at_ms` integer NOT NULL,
	`failure` text,
	`fetched_at_ms` integer,
	`valid_until_ms` integer,
	`bits` integer,
	`lst` text
);
--> statement-breakpoint
CREATE INDEX `wallet_status_lists_due` ON `wallet_status_lists` (`due_at_ms`);--> statement-breakpoint
CREATE TABLE `wallet_trust_lists` (
	`name` text PRIMARY KEY NOT NULL,
	`signer_sha256` text,
	`sequence_number` integer NOT NULL,
	`issued_at_ms` integer NOT NULL,
	`next_update_ms` integer NOT NULL,
	`imported_at_ms` integer NOT NULL,
	`file_sha256` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `wallet_anchors` ADD `list_name` text;--> statement-breakpoint
ALTER TABLE `wallet_anchors` ADD `list_until_ms` integer;