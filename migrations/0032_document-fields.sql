ALTER TABLE `tenants` ADD `document_fields` text;--> statement-breakpoint
ALTER TABLE `tenants` ADD `document_number_key` text;