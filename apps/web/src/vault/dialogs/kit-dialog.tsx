import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import { object, string } from '@tradepost/contracts/values/fields';
import { isRecoveryGroup } from '@tradepost/sealing/keys/recovery';
import { Button, Flex, Modal, Typography } from 'antd';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { saveAs } from '../../api/bytes';
import { useMutation } from '../../api/use-mutation';
import { useUser } from '../../session/auth.store';
import { CopyButton } from '../../ui/feedback/copy-button';
import { TextField } from '../../ui/form/field';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { formatDay } from '../../ui/feedback/format';
import { TwoColumns } from '../../ui/layout/two-columns';
import { useToast } from '../../ui/notice/use-toast';
import { closeDialog } from '../session/pending-unlocks';
import { errorMessage } from '../texts';
import type { VaultDialog } from '../vault.store';
import { kitText, onlyThisKey, twoGroups, type Kit } from './kit.policy';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './kit-dialog.module.css';
import kitStyles from './kit.module.css';

const groupRule = (code: string, index: number) =>
  string()
    .required(t('Please enter this group'))
    .test('same', t('That doesn’t match your key'), (typed) => !!typed && isRecoveryGroup(code, index, typed));

interface KitDialogProps {
  code: string;
  reason: Extract<VaultDialog, { kind: 'kit' }>['reason'];
  save: () => Promise<void>;
}

const done = {
  'new-keys': {
    title: t('Your new keys are in use'),
    description: t('Read your new security number to your partners: it is under Settings › Encryption.'),
  },
  'member-key': {
    title: t('Your key was created'),
    description: t('Now read its security number to the owner of your company: it is under Settings › Encryption.'),
  },
  other: {
    title: t('Recovery key saved'),
    description: t('It opens your encrypted files if you ever forget your password.'),
  },
};

const introductions = {
  'member-key': t(
    'This recovery key opens your encrypted files, and so do passkeys that you add later. We can’t recreate it. Your key is created when you confirm that you saved it.',
  ),
  'first-keys': t(
    'From now on, only your password opens your files. If you forget it, this recovery key is the only other way in: we can’t recreate it.',
  ),
  renewal: t(
    'If you forget your password, this recovery key is the only other way to your encrypted files. Your previous recovery key works until you confirm that you saved this one.',
  ),
  'new-keys': t(
    'Your new keys are created when you confirm that you saved this recovery key, which then replaces the previous one. Until then nothing changes.',
  ),
};

/** Shows a recovery key once. It closes when the person types two groups from the saved copy, or chooses Later. */
export function KitDialog({ code, reason, save }: KitDialogProps) {
  const { email } = useUser();
  const [asked] = useState(twoGroups);
  const [made] = useState(() => formatDay(new Date().toISOString()));
  const toast = useToast();
  const saved = useMutation({ mutationFn: save });
  const hasPassword = reason !== 'member-key';
  const kit = kitText({ code, email, origin: location.origin, made, hasPassword });

  const submit = () =>
    saved.mutateAsync().then(() => {
      closeDialog();
      toast.success(reason === 'new-keys' || reason === 'member-key' ? done[reason] : done.other);
    });

  return (
    <Modal
      open
      title={t('Save your recovery key')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={null}
      width={560}
    >
      <Typography.Paragraph type="secondary">{introductions[reason]}</Typography.Paragraph>
      <RecoveryKey code={code} />
      <Flex gap={8} wrap className={styles.actions}>
        <Button icon={<PrinterOutlined aria-hidden />} onClick={() => print()}>
          {t('Print')}
        </Button>
        <Button
          icon={<DownloadOutlined aria-hidden />}
          onClick={() => saveAs(new Blob([kit], { type: 'text/plain' }), 'tradepost-recovery-key.txt')}
        >
          {t('Download')}
        </Button>
        <CopyButton text={code}>{t('Copy')}</CopyButton>
      </Flex>
      <Form
        label={t('Save your recovery key')}
        schema={object({ first: groupRule(code, asked[0]), second: groupRule(code, asked[1]) })}
        initialValues={{ first: '', second: '' }}
        onSubmit={submit}
      >
        <Typography.Paragraph strong className={layout.marginBottom8}>
          {t('Confirm you saved it: enter these two groups')}
        </Typography.Paragraph>
        <FormError message={saved.error && errorMessage(saved.error)} />
        <TwoColumns min={140}>
          <TextField
            name="first"
            label={t('Group {value}', { value: asked[0] + 1 })}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className={kitStyles.keyText}
            maxLength={12}
          />
          <TextField
            name="second"
            label={t('Group {value}', { value: asked[1] + 1 })}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className={kitStyles.keyText}
            maxLength={12}
          />
        </TwoColumns>
        <SubmitButton>{t('I have saved it')}</SubmitButton>
        <Button type="text" block onClick={closeDialog} className={layout.marginTop8}>
          {t('Later')}
        </Button>
      </Form>
      {createPortal(<PrintedKit code={code} email={email} made={made} hasPassword={hasPassword} />, document.body)}
    </Modal>
  );
}

function RecoveryKey({ code }: { code: string }) {
  return (
    <ol className={`${kitStyles.recoveryKey} ${kitStyles.keyText}`} aria-label={t('Recovery key')}>
      {code.split('-').map((group, index) => (
        <li key={index}>
          <span aria-hidden className={kitStyles.recoveryKeyNumber}>
            {group.length === 1 ? t('Check') : index + 1}
          </span>
          {group}
        </li>
      ))}
    </ol>
  );
}

/** Only this section is printed. */
function PrintedKit({ code, email, made, hasPassword }: Omit<Kit, 'origin'>) {
  return (
    <section className={kitStyles.printedKit} aria-hidden>
      <h1>{t('Tradepost recovery key')}</h1>
      <p>
        {hasPassword
          ? t(
              'If you forget your password, only this key opens your end-to-end encrypted files. Nobody else has it, and we can’t recreate it.',
            )
          : onlyThisKey}
      </p>
      <RecoveryKey code={code} />
      <dl>
        <dt>{t('Account')}</dt>
        <dd>{email}</dd>
        <dt>{t('Address')}</dt>
        <dd>{location.origin}</dd>
        <dt>{t('Created')}</dt>
        <dd>{made}</dd>
      </dl>
      <p>
        {hasPassword
          ? t(
              'Anyone who has this key and your account can read your files. Store it with your important papers, away from your password.',
            )
          : t('Anyone who has this key and your account can read your files. Store it with your important papers.')}
      </p>
    </section>
  );
}
