/** Texts that a school words differently. The others are those of the catalogue. */
export const school: Readonly<Record<string, string>> = {
  'errors:class_taken': 'هذه المادة موجودة بالفعل في هذا الصف وهذه الشعبة.',
  'audit:facts.semester': 'الصف',
  'classes:semester': 'الصف {{semester}}',
  'management:config.semester': 'الصف',
};
