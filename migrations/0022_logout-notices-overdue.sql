ALTER TABLE `logout_notices` ADD `overdue_at_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `logout_notices_overdue` ON `logout_notices` (`overdue_at_ms`);