CREATE TABLE `certificates` (
	`id` text PRIMARY KEY NOT NULL,
	`standard` text,
	`title` text NOT NULL,
	`issuer` text NOT NULL,
	`scope` text NOT NULL,
	`statement` text NOT NULL,
	`valid_from` text NOT NULL,
	`valid_to` text,
	`kind` text NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`added_at_ms` integer NOT NULL,
	`removed_at_ms` integer,
	`document` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `certificates_listed` ON `certificates` (`sha256`) WHERE removed_at_ms IS NULL;--> statement-breakpoint
CREATE TABLE `incidents` (
	`id` text PRIMARY KEY NOT NULL,
	`began_at_ms` integer NOT NULL,
	`ended_at_ms` integer,
	`what` text NOT NULL,
	`concerned` text NOT NULL,
	`done` text NOT NULL,
	`written_at_ms` integer NOT NULL,
	`changed_at_ms` integer,
	`removed_at_ms` integer
);
--> statement-breakpoint
CREATE INDEX `incidents_by_begin` ON `incidents` (`began_at_ms`);