-- The log of operators has indexes and counts of its own (D-182). Entries by staff of customers are read by customer only (audit_by_tenant and
-- similar indexes, tenant_audit_counts), so they no longer have rows for a log in which nobody looks them up.
DROP INDEX `audit_by_time`;--> statement-breakpoint
DROP INDEX `audit_by_staff`;--> statement-breakpoint
DROP INDEX `audit_by_action`;--> statement-breakpoint
DROP INDEX `audit_by_target`;--> statement-breakpoint
DROP INDEX `audit_of_target`;--> statement-breakpoint
DROP INDEX `audit_by_staff_action`;--> statement-breakpoint
DROP INDEX `audit_by_staff_target`;--> statement-breakpoint
-- SQLite takes the first of several partial indexes that fit: those with more columns come first.
CREATE INDEX `audit_by_staff_target` ON `audit_entries` (`staff_id`,`target_type`,`at_ms`) WHERE audience = 'admin';--> statement-breakpoint
CREATE INDEX `audit_by_staff_action` ON `audit_entries` (`staff_id`,`action`,`at_ms`) WHERE audience = 'admin';--> statement-breakpoint
CREATE INDEX `audit_of_target` ON `audit_entries` (`target_type`,`target_id`,`at_ms`) WHERE audience = 'admin';--> statement-breakpoint
CREATE INDEX `audit_by_target` ON `audit_entries` (`target_type`,`at_ms`) WHERE audience = 'admin';--> statement-breakpoint
CREATE INDEX `audit_by_action` ON `audit_entries` (`action`,`at_ms`) WHERE audience = 'admin';--> statement-breakpoint
CREATE INDEX `audit_by_staff` ON `audit_entries` (`staff_id`,`at_ms`) WHERE audience = 'admin';--> statement-breakpoint
CREATE INDEX `audit_by_time` ON `audit_entries` (`at_ms`) WHERE audience = 'admin';
--> statement-breakpoint

DROP TRIGGER `audit_entries_count`;
--> statement-breakpoint

-- An entry of an operator counts in the log of operators.
CREATE TRIGGER `audit_entries_count`
AFTER INSERT ON `audit_entries`
WHEN NEW.audience = 'admin'
BEGIN
  INSERT INTO `audit_counts` (`audience`, `staff_id`, `action`, `target_type`, `day`, `value`)
  SELECT
    NEW.audience,
    who.id,
    kind.action,
    kind.target_type,
    strftime('%Y-%m-%d', NEW.at_ms / 1000, 'unixepoch'),
    1
  FROM (
    SELECT -1 AS id
    UNION SELECT COALESCE(NEW.staff_id, 0)
  ) AS who
  CROSS JOIN (
    SELECT '' AS action, '' AS target_type
    UNION SELECT '', NEW.target_type
    UNION SELECT NEW.action, NEW.target_type
  ) AS kind
  WHERE true
  ON CONFLICT DO UPDATE SET `value` = `value` + 1;
END;
--> statement-breakpoint

DELETE FROM `audit_counts` WHERE `audience` <> 'admin';
