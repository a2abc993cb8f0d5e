import type { setup as english } from '../../en/visitors/setup.ts';

export const setup: typeof english = {
  welcome: 'مرحبًا بك في Rollcall',
  intro: 'بضعة أسئلة، نحو دقيقتين. يمكن تغيير كل شيء لاحقًا.',
  asked: 'سنسألك عن',
  asks: {
    kind: 'نوع المؤسسة',
    name: 'اسمها ومنطقتها الزمنية',
    code: 'الرمز الذي طبعه الخادم في شاشته',
    password: 'كلمة مرور لك بصفتك المسؤول',
  },
  kind: 'ما نوع مؤسستك؟',
  kindHint: 'يحدد ذلك الكلمات: الصف والشعبة، أو الفصل الدراسي، أو القسم.',
  kindMissing: 'اختر واحدًا.',
  kinds: {
    school: { title: 'مدرسة', text: 'شُعب مثل 4ب، صفوف من 1 إلى 13، حصص.' },
    university: { title: 'جامعة', text: 'برامج وفصول دراسية وشُعب.' },
    workplace: { title: 'مكان عمل', text: 'أقسام وورديات وموظفون.' },
  },
  done: 'مؤسستك جاهزة.',
};
