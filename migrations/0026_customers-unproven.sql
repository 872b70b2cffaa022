DROP INDEX `staff_by_email`;--> statement-breakpoint
CREATE INDEX `staff_unproven_by_email` ON `staff` (`email_normalized`) WHERE audience = 'dashboard' AND email_verified_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `staff_unproven_by_creation` ON `staff` (`created_at_ms`) WHERE audience = 'dashboard' AND email_verified_at_ms IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `staff_by_email` ON `staff` (`audience`,`email_normalized`) WHERE (audience = 'admin' OR email_verified_at_ms IS NOT NULL);--> statement-breakpoint
ALTER TABLE `tenants` ADD `ended_at_ms` integer;--> statement-breakpoint
CREATE INDEX `tenants_ended` ON `tenants` (`ended_at_ms`) WHERE ended_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `staff_invitations_by_inviter` ON `staff_invitations` (`invited_by`);