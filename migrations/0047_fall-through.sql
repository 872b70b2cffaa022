CREATE TABLE `fall_through_months` (
	`tenant_id` text NOT NULL,
	`month` text NOT NULL,
	`left_at` text NOT NULL,
	`language` text NOT NULL,
	`device` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `month`, `left_at`, `language`, `device`)
);
--> statement-breakpoint
CREATE INDEX `fall_through_months_by_month` ON `fall_through_months` (`month`);--> statement-breakpoint
ALTER TABLE `tenants` ADD `fall_through` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- A customer that wants to know it no more, or is gone, leaves no counts. Drizzle does not know triggers.
CREATE TRIGGER `tenants_fall_through_off` AFTER UPDATE OF `fall_through` ON `tenants` WHEN NEW.fall_through = 0 BEGIN DELETE FROM `fall_through_months` WHERE `tenant_id` = NEW.id; END;
--> statement-breakpoint
CREATE TRIGGER `tenants_fall_through_gone` AFTER DELETE ON `tenants` BEGIN DELETE FROM `fall_through_months` WHERE `tenant_id` = OLD.id; END;
