ALTER TABLE `tenants` ADD `reviews` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `tenants` ADD `review_second_person` integer DEFAULT false NOT NULL;