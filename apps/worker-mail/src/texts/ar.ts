import { keys } from './keys/ar';

export const ar: Record<string, string> = {
  ...keys,
  'Your Tradepost verification code': 'رمز التحقق الخاص بكم في Tradepost',
  'Confirm your email to finish signing up.': 'أكّدوا بريدكم لإتمام إنشاء الحساب.',
  'Confirm your email': 'أكّدوا بريدكم',
  'Hello,': 'مرحبًا،',
  'Someone signed up to Tradepost with this address on {{time at}}, from {{knownDevice agent}}, address {{ip}}.':
    'أنشأ أحدهم حسابًا في Tradepost بهذا العنوان في {{time at}}، من {{knownDevice agent}}، العنوان {{ip}}.',
  'If this was you, enter this code where you signed up, or use the link below.':
    'إذا كنتم أنتم، فأدخلوا هذا الرمز حيث أنشأتم الحساب أو استخدموا الرابط أدناه.',
  'The code works once and is valid for 10 minutes. Tradepost staff will never ask you for it.':
    'يعمل الرمز مرة واحدة وهو صالح مدة 10 دقائق. لن يطلبه منكم موظفو Tradepost أبدًا.',
  'If this was not you, you can ignore this mail. Nothing happens unless someone uses the code or the link.':
    'إذا لم تكونوا أنتم، فيمكنكم تجاهل هذه الرسالة. لا يحدث شيء ما لم يُستخدم الرمز أو الرابط.',
  'You get this mail because someone signed up to Tradepost with this address.':
    'تصلكم هذه الرسالة لأن أحدهم أنشأ حسابًا في Tradepost بهذا العنوان.',
  'Verify my email': 'تأكيد بريدي',
  'Your Tradepost password reset code': 'رمز إعادة تعيين كلمة المرور في Tradepost',
  'Enter it to choose a new password.': 'أدخلوه لاختيار كلمة مرور جديدة.',
  'Choose a new password': 'اختاروا كلمة مرور جديدة',
  'Hello {{firstName}},': 'مرحبًا {{firstName}}،',
  'Enter this code to reset your password.': 'أدخلوا هذا الرمز لإعادة تعيين كلمة المرور.',
  'If you did not request this, you can ignore this mail. Your password stays the same.':
    'إذا لم تطلبوا ذلك، فيمكنكم تجاهل هذه الرسالة. تبقى كلمة المرور كما هي.',
  'You get this mail because someone asked to reset the password of this address on Tradepost.':
    'تصلكم هذه الرسالة لأن أحدهم طلب إعادة تعيين كلمة مرور هذا العنوان في Tradepost.',
  'You already have a Tradepost account': 'لديكم حساب في Tradepost بالفعل',
  'Sign in, or reset your password.': 'سجّلوا الدخول أو أعيدوا تعيين كلمة المرور.',
  'You already have an account': 'لديكم حساب بالفعل',
  'Someone signed up with this email address on {{time at}}, from {{knownDevice agent}}, address {{ip}}.':
    'أنشأ أحدهم حسابًا بهذا البريد في {{time at}}، من {{knownDevice agent}}، العنوان {{ip}}.',
  'It already has an account. If this was you, you can sign in.':
    'له حساب بالفعل. إذا كنتم أنتم، فيمكنكم تسجيل الدخول.',
  'If this was not you, you can ignore this mail. Nothing has changed.':
    'إذا لم تكونوا أنتم، فيمكنكم تجاهل هذه الرسالة. لم يتغير شيء.',
  'Sign in': 'تسجيل الدخول',
  'Forgot your password? Reset it': 'نسيتم كلمة المرور؟ أعيدوا تعيينها',
  'Your Tradepost password was changed': 'غُيّرت كلمة مروركم في Tradepost',
  'Your other devices were signed out.': 'تم تسجيل خروج أجهزتكم الأخرى.',
  'Your password was changed': 'غُيّرت كلمة مروركم',
  'The password of your account was just changed, and your other devices were signed out.':
    'غُيّرت كلمة مرور حسابكم للتو، وتم تسجيل خروج أجهزتكم الأخرى.',
  'If this was you, ignore this mail. If not, reset your password now, remove the passkeys that you do not know, and inform your contact at Tradepost.':
    'إذا كنتم أنتم، فتجاهلوا هذه الرسالة. وإلا فأعيدوا تعيين كلمة المرور الآن وأزيلوا مفاتيح المرور التي لا تعرفونها وأبلغوا جهة اتصالكم في Tradepost.',
  'You get this mail because this address belongs to a Tradepost account. Security emails are always sent.':
    'تصلكم هذه الرسالة لأن هذا العنوان يخص حسابًا في Tradepost. تُرسَل رسائل الأمان دائمًا.',
  'This was not me': 'لم أكن أنا',
  'New sign-in to your Tradepost account': 'دخول جديد إلى حسابكم في Tradepost',
  '{{device agent}}, {{time at}}': '{{device agent}}، {{time at}}',
  'A sign-in from a new device': 'دخول من جهاز جديد',
  'Someone signed in to your account from a new device:': 'سجّل أحدهم الدخول إلى حسابكم من جهاز جديد:',
  '{{device agent}}, address {{ip}}, on {{time at}}.': '{{device agent}}، العنوان {{ip}}، في {{time at}}.',
  'If this was you, ignore this mail. If not, end this session and change your password.':
    'إذا كنتم أنتم، فتجاهلوا هذه الرسالة. وإلا فأنهوا هذه الجلسة وغيّروا كلمة المرور.',
  'See my sessions': 'عرض جلساتي',
  'A new API key: {{name}}': 'مفتاح API جديد: {{name}}',
  'Programs can use it to act for your company.': 'يمكن للبرامج استخدامه للعمل نيابة عن شركتكم.',
  'A new API key': 'مفتاح API جديد',
  '{{#if by}}{{by}}, a co-owner of your company, created the API key "{{name}}" from the address {{ip}} on {{time at}}. It expires on {{time expiresAt}}.{{else}}The API key "{{name}}" was created in your account from the address {{ip}} on {{time at}}. It expires on {{time expiresAt}}.{{/if}}':
    '{{#if by}}أنشأ {{by}}، وهو مالك مشارك لشركتكم، مفتاح API «{{name}}» من العنوان {{ip}} في {{time at}}. ينتهي في {{time expiresAt}}.{{else}}أُنشئ مفتاح API «{{name}}» في حسابكم من العنوان {{ip}} في {{time at}}. ينتهي في {{time expiresAt}}.{{/if}}',
  '{{#if mayAcceptWithoutCode}}{{#if by}}It may accept requests without a code.{{else}}You explicitly authorised it to accept requests without a code.{{/if}}{{/if}}':
    '{{#if mayAcceptWithoutCode}}{{#if by}}يمكنه قبول الطلبات دون رمز.{{else}}سمحتم له صراحةً بقبول الطلبات دون رمز.{{/if}}{{/if}}',
  '{{#if opensSealed}}It has a key for encrypted files: programs that use it can open your end-to-end encrypted files.{{/if}}':
    '{{#if opensSealed}}لديه مفتاح للملفات المشفّرة: يمكن للبرامج التي تستخدمه فتح ملفاتكم المشفّرة من طرف إلى طرف.{{/if}}',
  'Anyone who has this key can do the following for your company:':
    'يمكن لمن يملك هذا المفتاح فعل ما يلي نيابة عن شركتكم:',
  '{{#if by}}If you did not expect this, revoke the key at once.{{else}}If this was not you, revoke the key at once and change your password.{{/if}}':
    '{{#if by}}إذا لم تتوقعوا ذلك، فألغوا المفتاح فورًا.{{else}}إذا لم تكونوا أنتم، فألغوا المفتاح فورًا وغيّروا كلمة المرور.{{/if}}',
  'See my keys': 'عرض مفاتيحي',
  'Your API key {{name}} expires soon': 'ينتهي مفتاح API {{name}} قريبًا',
  'It expires on {{time expiresAt}}.': 'ينتهي في {{time expiresAt}}.',
  'An API key expires soon': 'ينتهي مفتاح API قريبًا',
  'The API key "{{name}}" expires on {{time expiresAt}}. After that, programs that use it are rejected.':
    'ينتهي مفتاح API «{{name}}» في {{time expiresAt}}. وبعدها تُرفض البرامج التي تستخدمه.',
  '{{#if lastUsedAt}}It was last used on {{time lastUsedAt}}.{{else}}It was never used.{{/if}}':
    '{{#if lastUsedAt}}آخر استخدام له في {{time lastUsedAt}}.{{else}}لم يُستخدم قط.{{/if}}',
  'If you still need it, create a new key, use it in your programs, and revoke this one.':
    'إذا كنتم لا تزالون بحاجة إليه، فأنشئوا مفتاحًا جديدًا واستخدموه في برامجكم وألغوا هذا.',
  'Your account will be deleted': 'سيُحذف حسابكم',
  'You can still cancel this.': 'لا يزال بإمكانكم إلغاء ذلك.',
  'You asked us to delete your account. It will be deleted on {{time deletionAt}} with your folders and files. Your partnerships and open transfers end at that time.':
    'طلبتم منا حذف حسابكم. سيُحذف في {{time deletionAt}} مع مجلداتكم وملفاتكم. تنتهي شراكاتكم وعمليات النقل المفتوحة عندئذ.',
  'Until then, you can use your account normally and cancel the deletion at any time.':
    'يمكنكم حتى ذلك الحين استخدام حسابكم بصورة عادية وإلغاء الحذف في أي وقت.',
  'If you did not ask for this, sign in, keep the account and change your password.':
    'إذا لم تطلبوا ذلك، فسجّلوا الدخول واحتفظوا بالحساب وغيّروا كلمة المرور.',
  'Keep my account': 'الاحتفاظ بحسابي',
  'Your account was deleted': 'حُذف حسابكم',
  'As you asked.': 'كما طلبتم.',
  'Your account, your folders and your files were deleted, as you asked.': 'حُذف حسابكم ومجلداتكم وملفاتكم كما طلبتم.',
  'We store only what the law requires, such as a submitted business registration and the log of deliveries, for the legal period and for no other purpose.':
    'لا نحتفظ إلا بما يفرضه القانون، مثل تسجيل الشركة المقدَّم وسجل عمليات التسليم، للمدة القانونية ولا لغرض آخر.',
  'Welcome to Tradepost, {{firstName}}': 'مرحبًا بكم في Tradepost، {{firstName}}',
  '{{companyName}} is set up.': 'تم إعداد {{companyName}}.',
  'Welcome, {{firstName}}': 'مرحبًا، {{firstName}}',
  '{{companyName}} is set up on Tradepost.': 'تم إعداد {{companyName}} في Tradepost.',
  '{{#if isSender}}Next, complete your business registration. Then create a folder, invite your partners, and deliver your first data.{{else}}Next, open your invitations. After you accept one, you can see the folders delivered to you and request the files you need.{{/if}}':
    '{{#if isSender}}الخطوة التالية: استكملوا تسجيل شركتكم. ثم أنشئوا مجلدًا وادعوا شركاءكم وسلّموا بياناتكم الأولى.{{else}}الخطوة التالية: افتحوا دعواتكم. بعد قبول إحداها ترون المجلدات المسلَّمة إليكم ويمكنكم طلب الملفات التي تحتاجون إليها.{{/if}}',
  'You get this mail, once, because you set up {{companyName}} on Tradepost.':
    'تصلكم هذه الرسالة مرة واحدة لأنكم أعددتم {{companyName}} في Tradepost.',
  'Open Tradepost': 'فتح Tradepost',
  'Your business registration: {{state status}}': 'تسجيل شركتكم: {{state status}}',
  'It has been reviewed.': 'تمت مراجعته.',
  'Your business registration': 'تسجيل شركتكم',
  'Your business registration has been reviewed. Its status is now: {{state status}}.':
    'تمت مراجعة تسجيل شركتكم. حالته الآن: {{state status}}.',
  '{{#if reason}}The reviewer says: {{reason}}{{/if}}': '{{#if reason}}يقول المراجع: {{reason}}{{/if}}',
  'You get this mail because you submitted a business registration on Tradepost. Decisions about it are always sent.':
    'تصلكم هذه الرسالة لأنكم قدّمتم تسجيل شركة في Tradepost. تُرسَل القرارات بشأنه دائمًا.',
  'Open the registration': 'فتح التسجيل',
  'Please confirm your business registration': 'يُرجى تأكيد تسجيل شركتكم',
  'The next review is due soon.': 'المراجعة التالية قريبة.',
  'Is your registration still correct?': 'هل لا يزال تسجيلكم صحيحًا؟',
  'Your business registration was approved some time ago. The next review is due by {{time reverifyAt}}. Please open the registration, replace expired documents, and submit it again.':
    'تمت الموافقة على تسجيل شركتكم منذ مدة. المراجعة التالية مستحقة بحلول {{time reverifyAt}}. يُرجى فتح التسجيل واستبدال المستندات المنتهية وتقديمه مجددًا.',
  'You can use Tradepost normally during the review.': 'يمكنكم استخدام Tradepost بصورة عادية أثناء المراجعة.',
  'You get this mail because you submitted a business registration on Tradepost. Mails about it are always sent.':
    'تصلكم هذه الرسالة لأنكم قدّمتم تسجيل شركة في Tradepost. تُرسَل الرسائل بشأنه دائمًا.',
  'A webhook was switched off': 'أُوقف ويب هوك',
  'Deliveries to {{host}} failed for days.': 'فشلت عمليات التسليم إلى {{host}} أيامًا.',
  'Deliveries to {{host}} have failed since {{time since}}, so the webhook was switched off.':
    'تفشل عمليات التسليم إلى {{host}} منذ {{time since}}، ولذلك أُوقف الويب هوك.',
  'When the receiver works again, switch the webhook on and send the failed deliveries again.':
    'عندما يعمل المستلِم مجددًا، شغّلوا الويب هوك وأعيدوا إرسال عمليات التسليم الفاشلة.',
  'You get this mail because your company has a webhook on Tradepost. Mails about failures are always sent.':
    'تصلكم هذه الرسالة لأن لشركتكم ويب هوك في Tradepost. تُرسَل رسائل الأعطال دائمًا.',
  'See the webhook': 'عرض الويب هوك',
  '{{inviterEmail}} invites you to exchange data': 'يدعوكم {{inviterEmail}} إلى تبادل البيانات',
  'Accept to see the folders delivered to you.': 'اقبلوا لرؤية المجلدات المسلَّمة إليكم.',
  'You are invited': 'أنتم مدعوون',
  '{{inviterEmail}} would like to share data with you on Tradepost.':
    'يود {{inviterEmail}} مشاركة البيانات معكم عبر Tradepost.',
  'Accept the invitation to see which company invites you, and the folders delivered to you.':
    'اقبلوا الدعوة لمعرفة الشركة التي تدعوكم والمجلدات المسلَّمة إليكم.',
  'If you do not know this address, you can ignore this mail.':
    'إذا كنتم لا تعرفون هذا العنوان، فيمكنكم تجاهل هذه الرسالة.',
  'You get this mail because {{inviterEmail}} entered this address on Tradepost.':
    'تصلكم هذه الرسالة لأن {{inviterEmail}} أدخل هذا العنوان في Tradepost.',
  'Open the invitation': 'فتح الدعوة',
  '{{inviterEmail}} invites you to join a company': 'يدعوكم {{inviterEmail}} إلى الانضمام إلى شركة',
  'Accept to see the data of the company.': 'اقبلوا الدعوة لرؤية بيانات الشركة.',
  'You are invited to join a company': 'أنتم مدعوون إلى الانضمام إلى شركة',
  '{{inviterEmail}} would like you to see the data of their company on Tradepost.':
    'يود {{inviterEmail}} أن تطّلعوا على بيانات شركته في Tradepost.',
  'Sign in with this address to see which company invites you. The invitation is valid until {{time expiresAt}}.':
    'سجّلوا الدخول بهذا العنوان لمعرفة الشركة التي تدعوكم. الدعوة صالحة حتى {{time expiresAt}}.',
  '{{partnerEmail}} accepted your invitation': 'قبل {{partnerEmail}} دعوتكم',
  'You can now deliver folders to this partner.': 'يمكنكم الآن تسليم المجلدات إلى هذا الشريك.',
  'Invitation accepted': 'قُبلت الدعوة',
  '{{partnerEmail}} accepted the invitation from {{companyName}}. You can now deliver folders to this partner.':
    'قبل {{partnerEmail}} الدعوة من {{companyName}}. يمكنكم الآن تسليم المجلدات إلى هذا الشريك.',
  'You get this mail because you manage {{companyName}} on Tradepost.':
    'تصلكم هذه الرسالة لأنكم تديرون {{companyName}} في Tradepost.',
  '{{partnerName}} ended your partnership': 'أنهى {{partnerName}} شراكتكم',
  'Access to shared folders has ended.': 'انتهى الوصول إلى المجلدات المشترَكة.',
  'A partnership has ended': 'انتهت شراكة',
  '{{partnerName}} ended the partnership with {{companyName}} on Tradepost. You can no longer access each other’s folders.':
    'أنهى {{partnerName}} الشراكة مع {{companyName}} في Tradepost. لم يعد بإمكان أي منكما الوصول إلى مجلدات الآخر.',
  'If you did not expect this, ask your partner.': 'إذا لم تتوقعوا ذلك، فاسألوا شريككم.',
  'You get this mail because {{partnerName}} was your partner on Tradepost.':
    'تصلكم هذه الرسالة لأن {{partnerName}} كان شريككم في Tradepost.',
  '{{#if companyName}}{{companyName}} delivered "{{folderName}}" to you{{else}}{{senderEmail}} delivered a folder to you{{/if}}':
    '{{#if companyName}}سلّمتكم {{companyName}} «{{folderName}}»{{else}}سلّمكم {{senderEmail}} مجلدًا{{/if}}',
  'Browse it and request the files you need.': 'تصفّحوه واطلبوا الملفات التي تحتاجون إليها.',
  'A folder was delivered to you': 'سُلّم إليكم مجلد',
  '{{#if companyName}}{{companyName}} delivered the folder "{{folderName}}" to you.{{else}}{{senderEmail}} delivered a folder to you on Tradepost.{{/if}} Browse it and request the files you need.':
    '{{#if companyName}}سلّمتكم {{companyName}} المجلد «{{folderName}}».{{else}}سلّمكم {{senderEmail}} مجلدًا عبر Tradepost.{{/if}} تصفّحوه واطلبوا الملفات التي تحتاجون إليها.',
  'You get this mail because a company shares data with this address on Tradepost.':
    'تصلكم هذه الرسالة لأن شركة تشارك البيانات مع هذا العنوان عبر Tradepost.',
  'See the folder': 'عرض المجلد',
  '{{receiverEmail}} requests files from you': 'يطلب {{receiverEmail}} ملفات منكم',
  'Accept or reject the request.': 'اقبلوا الطلب أو ارفضوه.',
  'A request for your files': 'طلب على ملفاتكم',
  '{{receiverEmail}} requested these files from {{companyName}}:':
    'طلب {{receiverEmail}} هذه الملفات من {{companyName}}:',
  'A request of {{receiverEmail}} needs your approval': 'يحتاج طلب {{receiverEmail}} إلى موافقتكم',
  'Nobody can accept it without approvals.': 'لا يمكن لأحد قبوله من دون موافقات.',
  'A request needs your approval': 'طلب يحتاج إلى موافقتكم',
  '{{receiverEmail}} requested these files from {{companyName}}. Before a colleague can accept, others must approve:':
    'طلب {{receiverEmail}} هذه الملفات من {{companyName}}. قبل أن يتمكن أحد الزملاء من القبول، يجب أن يوافق آخرون:',
  'Look at the request': 'عرض الطلب',
  'The request of {{receiverEmail}} is assigned to you': 'طلب {{receiverEmail}} مُسند إليكم',
  '{{by}} assigned it to you.': 'أسنده إليكم {{by}}.',
  'A request is assigned to you': 'أُسند إليكم طلب',
  '{{by}} assigned this request of {{receiverEmail}} to {{companyName}} to you:':
    'أسند إليكم {{by}} هذا الطلب من {{receiverEmail}} إلى {{companyName}}:',
  'Other people of your company can still answer it.': 'لا يزال بإمكان الآخرين في شركتكم الرد عليه.',
  'You get this mail because a colleague assigned a request to {{companyName}} to you on Tradepost.':
    'تصلكم هذه الرسالة لأن أحد الزملاء أسند إليكم طلبًا إلى {{companyName}} على Tradepost.',
  'A request is assigned to {{email}}, who is away': 'أُسند طلب إلى {{email}} وهو غائب',
  'You stand in until {{time until}}.': 'تنوبون عنه حتى {{time until}}.',
  'You stand in for a colleague': 'أنتم تنوبون عن أحد الزملاء',
  '{{by}} assigned this request of {{receiverEmail}} to {{companyName}} to {{email}}, who is away. You stand in until {{time until}}:':
    'أسند {{by}} هذا الطلب من {{receiverEmail}} إلى {{companyName}} إلى {{email}} وهو غائب. تنوبون عنه حتى {{time until}}:',
  'You get this mail because {{email}} chose you to stand in on Tradepost.':
    'تصلكم هذه الرسالة لأن {{email}} اختاركم للنيابة عنه على Tradepost.',
  'You get this mail because you approve requests for {{companyName}} on Tradepost.':
    'تصلكم هذه الرسالة لأنكم توافقون على الطلبات نيابة عن {{companyName}} على Tradepost.',
  '{{companyName}} accepted your request': 'قبلت {{companyName}} طلبكم',
  'Your request was accepted': 'تم قبول طلبكم',
  'Open the transfer': 'فتح عملية النقل',
  'You get this mail because you requested files from {{companyName}} on Tradepost.':
    'تصلكم هذه الرسالة لأنكم طلبتم ملفات من {{companyName}} على Tradepost.',
  'Accept or reject': 'قبول أو رفض',
  '{{companyName}} rejected your request': 'رفضت {{companyName}} طلبكم',
  '{{#if reason}}{{reason}}{{else}}No reason was given.{{/if}}': '{{#if reason}}{{reason}}{{else}}لم يُذكر سبب.{{/if}}',
  'Your request was rejected': 'رُفض طلبكم',
  '{{companyName}} rejected your request for the files below.': 'رفضت {{companyName}} طلبكم للملفات أدناه.',
  '{{#if reason}}Their reason: {{reason}}{{/if}}': '{{#if reason}}السبب: {{reason}}{{/if}}',
  'You get this mail because {{companyName}} shares data with this address on Tradepost.':
    'تصلكم هذه الرسالة لأن {{companyName}} تشارك البيانات مع هذا العنوان عبر Tradepost.',
  'Your code to accept a file request': 'رمزكم لقبول طلب ملفات',
  'For the request from {{companyName}}.': 'للطلب من {{companyName}}.',
  'Confirm it is you': 'أكّدوا هويتكم',
  'Enter this code to accept the request from {{companyName}}.': 'أدخلوا هذا الرمز لقبول الطلب من {{companyName}}.',
  'If you are not accepting a request right now, change your password.':
    'إذا كنتم لا تقبلون طلبًا الآن، فغيّروا كلمة المرور.',
  'Your files from {{companyName}} are ready': 'ملفاتكم من {{companyName}} جاهزة',
  'Available until {{time expiry}}.': 'متاحة حتى {{time expiry}}.',
  'Your files are ready': 'ملفاتكم جاهزة',
  '{{companyName}} accepted your request. You can download these files until {{time expiry}}:':
    'قبلت {{companyName}} طلبكم. يمكنكم تنزيل هذه الملفات حتى {{time expiry}}:',
  'Only you and the sender can open this link, after signing in.':
    'أنتم والمُرسِل فقط يمكنكم فتح هذا الرابط بعد تسجيل الدخول.',
  'Download the files': 'تنزيل الملفات',
  'Your files from {{companyName}} expire soon': 'تنتهي ملفاتكم من {{companyName}} قريبًا',
  'Download them before {{time expiry}}.': 'نزّلوها قبل {{time expiry}}.',
  'Your files expire soon': 'تنتهي ملفاتكم قريبًا',
  'You have not downloaded these files from {{companyName}} yet. They are available until {{time expiry}}:':
    'لم تنزّلوا بعد هذه الملفات من {{companyName}}. هي متاحة حتى {{time expiry}}:',
  '{{receiverEmail}} is downloading your files': 'ينزّل {{receiverEmail}} ملفاتكم',
  'The first download of this transfer.': 'أول تنزيل لعملية النقل هذه.',
  'Your files are being downloaded': 'يجري تنزيل ملفاتكم',
  '{{receiverEmail}} started downloading these files:': 'بدأ {{receiverEmail}} تنزيل هذه الملفات:',
  'We notify you of the first download of each transfer; see your logs for the rest.':
    'نُشعركم بأول تنزيل في كل عملية نقل؛ والباقي في سجلاتكم.',
  'You get this mail because your company delivered files to {{receiverEmail}} on Tradepost.':
    'تصلكم هذه الرسالة لأن شركتكم سلّمت ملفات إلى {{receiverEmail}} عبر Tradepost.',
  'See the transfer': 'عرض عملية النقل',
  Unsubscribe: 'إلغاء الاشتراك',
  'Unknown device': 'جهاز غير معروف',
  'an unknown device': 'جهاز غير معروف',
  ' on ': ' على ',
  'and {{count}} more': 'و{{count}} غيرها',
  Terms: 'الشروط',
  Privacy: 'الخصوصية',
  Help: 'المساعدة',
  Status: 'حالة الخدمة',
  Pending: 'معلّق',
  Processing: 'قيد المعالجة',
  Approved: 'تمت الموافقة',
  Rejected: 'مرفوض',
  'Changes requested': 'مطلوب تعديلات',
  '{{#if added}}A new passkey: {{name}}{{else}}A passkey was removed: {{name}}{{/if}}':
    '{{#if added}}مفتاح مرور جديد: {{name}}{{else}}أُزيل مفتاح مرور: {{name}}{{/if}}',
  '{{#if added}}A new passkey{{else}}A passkey was removed{{/if}}':
    '{{#if added}}مفتاح مرور جديد{{else}}أُزيل مفتاح مرور{{/if}}',
  '{{#if added}}The passkey "{{name}}" was added to your account from the address {{ip}} on {{time at}}. It signs in without your password.{{else}}The passkey "{{name}}" was removed from your account from the address {{ip}} on {{time at}}. It no longer signs in, and other sessions that it opened have ended.{{/if}}':
    '{{#if added}}أُضيف مفتاح المرور "{{name}}" إلى حسابكم من العنوان {{ip}} في {{time at}}. يسجّل الدخول دون كلمة مروركم.{{else}}أُزيل مفتاح المرور "{{name}}" من حسابكم من العنوان {{ip}} في {{time at}}. لم يعد يسجّل الدخول، وانتهت الجلسات الأخرى التي فتحها.{{/if}}',
  '{{time at}}, address {{ip}}': '{{time at}}، العنوان {{ip}}',
  'If this was you, ignore this mail. If not, remove the passkeys that you do not know, change your password and end your other sessions.':
    'إذا كنتم أنتم، فتجاهلوا هذه الرسالة. وإلا فأزيلوا مفاتيح المرور التي لا تعرفونها وغيّروا كلمة مروركم وأنهوا جلساتكم الأخرى.',
  'See my security settings': 'عرض إعدادات الأمان',
  'Your passkey {{name}} was refused': 'رُفض مفتاح المرور {{name}}',
  'It may have been copied.': 'ربما نُسخ.',
  'A passkey may have been copied': 'ربما نُسخ مفتاح مرور',
  'Someone used your passkey "{{name}}" from the address {{ip}} on {{time at}}. It was refused, because a second device may have a copy of it.':
    'استخدم أحدهم مفتاح المرور "{{name}}" من العنوان {{ip}} في {{time at}}. رُفض لأن جهازًا ثانيًا ربما لديه نسخة منه.',
  'Remove this passkey and add a new one. If this was not you, change your password too.':
    'أزيلوا هذا المفتاح وأضيفوا مفتاحًا جديدًا. وإن لم تكونوا أنتم فغيّروا كلمة مروركم أيضًا.',
  '{{twoStep change}}': '{{twoStep change}}',
  'Two-step sign-in was turned on': 'شُغّل تسجيل الدخول بخطوتين',
  'Another authenticator app is now used for two-step sign-in': 'يُستخدم الآن تطبيق مصادقة آخر لتسجيل الدخول بخطوتين',
  'Two-step sign-in was turned off': 'أُوقف تسجيل الدخول بخطوتين',
  'New recovery codes replaced the earlier ones': 'حلّت رموز استرداد جديدة محل السابقة',
  '{{twoStep change}}. This happened from the address {{ip}} on {{time at}}.':
    '{{twoStep change}}. حدث ذلك من العنوان {{ip}} في {{time at}}.',
  'If this was you, ignore this mail. If not, change your password, set up two-step sign-in again, and end your other sessions.':
    'إذا كنتم أنتم من فعل ذلك فتجاهلوا هذه الرسالة. وإلا فغيّروا كلمة المرور وأعيدوا إعداد تسجيل الدخول بخطوتين وأنهوا جلساتكم الأخرى.',
};
