ALTER TABLE `tenants` ADD `document_step_up` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `tenants` ADD `allowed_documents` text;