CREATE TABLE `audit_heads` (
	`entry_id` integer PRIMARY KEY NOT NULL,
	`signed_at_ms` integer NOT NULL,
	`jws` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `mails` ADD `sealed_link` text;--> statement-breakpoint
ALTER TABLE `tenants` ADD `history_days` integer DEFAULT 180 NOT NULL;--> statement-breakpoint
ALTER TABLE `verification_sessions` ADD `result_hash` text;--> statement-breakpoint
CREATE INDEX `login_attempts_by_time` ON `login_attempts` (`at_ms`);--> statement-breakpoint
CREATE INDEX `staff_invitations_by_creation` ON `staff_invitations` (`created_at_ms`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due_by_endpoint` ON `webhook_deliveries` (`endpoint_id`,`state`,`next_attempt_ms`);--> statement-breakpoint
CREATE TRIGGER `session_days_delete` AFTER DELETE ON `verification_sessions` BEGIN UPDATE `session_days` SET `value` = `value` - 1 WHERE `tenant_id` = OLD.tenant_id AND `test` = OLD.test AND `day` = strftime('%Y-%m-%d', OLD.created_at_ms / 1000, 'unixepoch') AND `status` = OLD.status AND `verification_type` = COALESCE(OLD.verification_type, ''); END;
--> statement-breakpoint
CREATE TRIGGER `audit_heads_keep_update` BEFORE UPDATE ON `audit_heads` BEGIN SELECT RAISE(ABORT, 'audit heads are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER `audit_heads_keep_delete` BEFORE DELETE ON `audit_heads` BEGIN SELECT RAISE(ABORT, 'audit heads are never deleted'); END;
