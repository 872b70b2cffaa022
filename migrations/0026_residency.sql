-- Where the objects with data of the visitors of a customer are kept (D-172). Customers that exist are not restricted.
ALTER TABLE `tenants` ADD `residency` text DEFAULT 'none' NOT NULL;
--> statement-breakpoint

-- An object does not move, so the residency of a customer never changes: it would be looked for where it is not.
CREATE TRIGGER `tenants_residency_fixed`
BEFORE UPDATE OF `residency` ON `tenants`
WHEN NEW.residency IS NOT OLD.residency
BEGIN
  SELECT RAISE(ABORT, 'the residency of a customer never changes');
END;
