-- Rates per subject survive a class that is renamed or deleted: the subject is copied onto the mark.
alter table class_marks add column subject text not null default '';
update class_marks k set subject = c.subject from classes c where c.id = k.class_id and c.subject <> '';
alter table class_marks alter column subject drop default;
