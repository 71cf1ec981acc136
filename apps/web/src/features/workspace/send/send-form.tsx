import { useQuery } from '@tanstack/react-query';
import { addressKey } from '@tradepost/contracts/values/address';
import { isAddress } from '@tradepost/contracts/values/fields';
import { Button, Card, Flex, Steps } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { foldersQuery, sentInvitationsQuery, statsQuery } from '../../../api/queries';
import { useUser } from '../../../session/auth.store';
import { rejectionOf } from '../upload/uploads.store';
import { defaultTerms } from '../upload/terms';
import { FilesStep, type ChosenFile } from './files-step';
import { PartnerStep } from './partner-step';
import { freeName } from './free-name';
import { startSending } from './send.store';
import { endOfAccess, TermsStep, type SendTerms } from './terms-step';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './send.module.css';

const titles = [t('Files'), t('Partner'), t('Terms')];
const headings = [t('What do you want to send?'), t('Who is it for?'), t('On which terms?')];

/** Files, partner and terms. Nothing is stored before the last button. */
export function SendForm() {
  const user = useUser();
  const { data: stats } = useQuery(statsQuery(user));
  const { data: folders } = useQuery(foldersQuery);
  const { data: invitations } = useQuery(sentInvitationsQuery(user));
  const [step, setStep] = useState(0);
  const [files, setFiles] = useState<File[]>([]);
  const [email, setEmail] = useState('');
  const [terms, setTerms] = useState<SendTerms>({ folderName: '', until: 'never', terms: defaultTerms });
  const [problem, setProblem] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const hasMoved = useRef(false);

  useEffect(() => {
    if (hasMoved.current) heading.current?.focus();
  }, [step]);

  const free = stats && Math.max(0, user.totalStorage - stats.usedStorage);
  const chosen = files.map((file): ChosenFile => ({ file, error: rejectionOf(file, free) }));
  const accepted = chosen.filter(({ error }) => !error).map(({ file }) => file);
  const known = invitations?.find(
    (one) => addressKey(one.email) === addressKey(email) && (one.status === 'pending' || one.status === 'accepted'),
  );
  const folderName = terms.folderName || freeName(email, folders ?? []);

  const go = (to: number) => {
    hasMoved.current = true;
    setProblem(undefined);
    setStep(to);
  };
  /** Why the person cannot continue. */
  const missing = (): string | undefined => {
    const size = accepted.reduce((sum, file) => sum + file.size, 0);
    if (step === 0 && accepted.length === 0) return t('Choose at least one file');
    if (step === 0 && free !== undefined && size > free) return t('These files together do not fit into your storage');
    if (step === 1 && !email) return t('Please enter an email address');
    if (step === 1 && !isAddress(email)) return t('Please enter a valid email address');
    if (step === 1 && addressKey(email) === addressKey(user.email)) return t('This is your own address');
    return undefined;
  };
  const next = () => {
    const found = missing();
    if (found) return setProblem(found);
    if (step < titles.length - 1) return go(step + 1);
    startSending({
      files: accepted,
      email,
      isNew: !known,
      folderName,
      terms: terms.terms,
      until: endOfAccess(terms.until),
    });
  };

  const count = t('{count, plural, one {# file} other {# files}}', { count: accepted.length });
  return (
    <Flex vertical gap={24}>
      <Steps size="small" current={step} responsive={false} items={titles.map((title) => ({ title }))} />
      <Card>
        <form
          noValidate
          aria-label={t('Send files')}
          onSubmit={(event) => {
            event.preventDefault();
            next();
          }}
        >
          <h2 ref={heading} tabIndex={-1} className={styles.heading}>
            {headings[step]}
          </h2>
          {step === 0 && (
            <FilesStep
              files={chosen}
              free={free}
              problem={problem}
              onChange={(changed) => {
                setProblem(undefined);
                setFiles(changed);
              }}
            />
          )}
          {step === 1 && (
            <PartnerStep
              email={email}
              known={known}
              problem={problem}
              onChange={(changed) => {
                setProblem(undefined);
                setEmail(changed);
              }}
            />
          )}
          {step === 2 && (
            <TermsStep
              terms={{ ...terms, folderName }}
              summary={t('{count} for {email}', { count, email })}
              onChange={setTerms}
            />
          )}
          <Flex justify="space-between" gap={12} wrap className={styles.actions}>
            {step > 0 ? <Button onClick={() => go(step - 1)}>{t('Back')}</Button> : <span className={layout.grow} />}
            {/* the second click of a double click would confirm the next step, which is there at once */}
            <Button
              key={step}
              type="primary"
              htmlType="submit"
              onClick={(event) => event.detail > 1 && event.preventDefault()}
            >
              {step < titles.length - 1 ? t('Continue') : t('Send {count}', { count })}
            </Button>
          </Flex>
        </form>
      </Card>
    </Flex>
  );
}
