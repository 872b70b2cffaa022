CREATE TABLE `wallet_anchors` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`certificate` text NOT NULL,
	`sha256` text NOT NULL,
	`subject` text NOT NULL,
	`doc_types` text NOT NULL,
	`not_after_ms` integer NOT NULL,
	`added_at_ms` integer NOT NULL,
	`removed_at_ms` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wallet_anchors_listed` ON `wallet_anchors` (`sha256`) WHERE removed_at_ms IS NULL;