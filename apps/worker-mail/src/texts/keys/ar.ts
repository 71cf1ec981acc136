/** About encryption keys. */
export const keys: Record<string, string> = {
  '{{recovery step}}': '{{recovery step}}',
  'Recovery shares were given to members': 'تم منح أعضاء حصص استرداد',
  'The recovery shares were ended': 'تم إنهاء حصص الاسترداد',
  'A recovery of the encryption keys was started': 'بدأ استرداد مفاتيح التشفير',
  'A member approved the recovery of the encryption keys': 'وافق عضو على استرداد مفاتيح التشفير',
  'The recovery of the encryption keys was stopped': 'تم إيقاف استرداد مفاتيح التشفير',
  'The encryption keys were recovered': 'تم استرداد مفاتيح التشفير',
  '{{companyName}}: {{recovery step}}. {{by}} did this from the address {{ip}} on {{time at}}.':
    '{{companyName}}: {{recovery step}}. قام بذلك {{by}} من العنوان {{ip}} في {{time at}}.',
  'Approve a recovery only after you have compared its security number with the owner by phone or in person. If the owner did not start it, do not approve it, and stop it. If you are the owner and did not do this, stop the recovery, change your password, and end your other sessions: someone may use your mailbox.':
    'لا توافق على الاسترداد إلا بعد مقارنة رقم الأمان الخاص به مع المالك عبر الهاتف أو شخصيًا. إذا لم يبدأه المالك، فلا توافق عليه وأوقفه. إذا كنت المالك ولم تقم بذلك، فأوقف الاسترداد وغيّر كلمة مرورك وأنهِ جلساتك الأخرى: فقد يكون شخص ما يستخدم بريدك.',
  '{{#if taken}}Your encryption key was opened on another device{{else}}A device asks for your encryption key{{/if}}':
    '{{#if taken}}فُتح مفتاح التشفير الخاص بكم على جهاز آخر{{else}}يطلب جهاز مفتاح التشفير الخاص بكم{{/if}}',
  '{{#if taken}}Your key on another device{{else}}A device asks for your key{{/if}}':
    '{{#if taken}}مفتاحكم على جهاز آخر{{else}}يطلب جهاز مفتاحكم{{/if}}',
  '{{#if taken}}You typed the number of another device, and this device now has your encryption key:{{else}}A device that signed in as you asks for your encryption key:{{/if}}':
    '{{#if taken}}كتبتم رقم جهاز آخر، وأصبح لدى هذا الجهاز الآن مفتاح التشفير الخاص بكم:{{else}}يطلب جهاز سجّل الدخول باسمكم مفتاح التشفير الخاص بكم:{{/if}}',
  '{{#if taken}}If this was you, ignore this mail. If not, create another key in your security settings at once, and tell the owner of your company and those who run your sign-in service.{{else}}If this was you, type the number that the device shows on a device that opens your key. If not, refuse it, and tell those who run your sign-in service. Never type a number that someone sends or reads to you.{{/if}}':
    '{{#if taken}}إذا كنتم أنتم، فتجاهلوا هذه الرسالة. وإلا فأنشئوا مفتاحًا آخر في إعدادات الأمان فورًا، وأخبروا مالك شركتكم والقائمين على خدمة تسجيل الدخول لديكم.{{else}}إذا كنتم أنتم، فاكتبوا الرقم الذي يعرضه الجهاز على جهاز يفتح مفتاحكم. وإلا فارفضوه، وأخبروا القائمين على خدمة تسجيل الدخول لديكم. لا تكتبوا أبدًا رقمًا يرسله إليكم شخص أو يقرؤه لكم.{{/if}}',
};
