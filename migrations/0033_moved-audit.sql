-- Entries of the audit logs of customers move to ledgers (D-183). The links of the hash chain stay, and a moved entry leaves its digest behind, so the
-- chain can be checked without the ledgers.
CREATE TABLE `audit_digests` (
	`entry_id` integer PRIMARY KEY NOT NULL,
	`digest` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `audit_moved` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`entries` integer NOT NULL
);
--> statement-breakpoint

DROP TRIGGER `audit_entries_keep_delete`;
--> statement-breakpoint

-- An audit entry is deleted only after it has moved, which its digest shows.
CREATE TRIGGER `audit_entries_keep_delete`
BEFORE DELETE ON `audit_entries`
WHEN NOT EXISTS (SELECT 1 FROM `audit_digests` WHERE `entry_id` = OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'audit entries are never deleted');
END;
--> statement-breakpoint

-- The digest of a moved entry is never changed.
CREATE TRIGGER `audit_digests_keep_update`
BEFORE UPDATE ON `audit_digests`
BEGIN
  SELECT RAISE(ABORT, 'audit digests are never changed');
END;
--> statement-breakpoint

-- The digest of a moved entry is never deleted.
CREATE TRIGGER `audit_digests_keep_delete`
BEFORE DELETE ON `audit_digests`
BEGIN
  SELECT RAISE(ABORT, 'audit digests are never deleted');
END;
--> statement-breakpoint

-- An entry that has moved no longer counts in D1. Its ledger counts it.
CREATE TRIGGER `audit_entries_uncount_tenant`
AFTER DELETE ON `audit_entries`
WHEN OLD.tenant_id <> ''
BEGIN
  UPDATE `tenant_audit_counts` SET `value` = `value` - 1
  WHERE `tenant_id` = OLD.tenant_id
    AND `member_id` IN (-1, CASE WHEN OLD.audience = 'dashboard' THEN COALESCE(OLD.staff_id, 0) ELSE 0 END)
    AND (`action`, `target_type`) IN (VALUES ('', ''), ('', OLD.target_type), (OLD.action, OLD.target_type))
    AND `day` = strftime('%Y-%m-%d', OLD.at_ms / 1000, 'unixepoch');
  DELETE FROM `tenant_audit_counts`
  WHERE `tenant_id` = OLD.tenant_id
    AND `member_id` IN (-1, CASE WHEN OLD.audience = 'dashboard' THEN COALESCE(OLD.staff_id, 0) ELSE 0 END)
    AND (`action`, `target_type`) IN (VALUES ('', ''), ('', OLD.target_type), (OLD.action, OLD.target_type))
    AND `day` = strftime('%Y-%m-%d', OLD.at_ms / 1000, 'unixepoch')
    AND `value` <= 0;
END;
