import { useQuery } from '@tanstack/react-query';
import { addressKey } from '@tradepost/contracts/values/address';
import { isAddress } from '@tradepost/contracts/values/fields';
import { Button, Card, Flex, Steps } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { foldersQuery, meQuery, sentInvitationsQuery, statsQuery } from '../../../api/queries';
import { useUser } from '../../../session/auth.store';
import { LeaveGuard } from '../../../ui/question/leave-guard';
import { useHasKeys } from '../../../vault/has-keys';
import { rejectionOf } from '../upload/uploads.store';
import { defaultTerms, termsFor } from '../upload/terms';
import { FilesStep, type ChosenFile } from './files-step';
import { PartnerStep } from './partner-step';
import { freeName } from './free-name';
import { startSending } from './send.store';
import { endOfAccess, TermsStep, usualEndOfAccess, type SendTerms } from './terms-step';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './send.module.css';

const titles = [t('Files'), t('Partner'), t('Terms')];
const headings = [t('What do you want to send?'), t('Who is it for?'), t('On which terms?')];

/** The step of a place in the browser's history. */
interface Place {
  /** Places of an earlier visit are the first step: its files are gone. */
  visit: string;
  step: number;
}

interface Refusal {
  step: number;
  problem: string;
}

/** Files, partner and terms, each a step for the browser's Back. Nothing is stored before the last button. */
export function SendForm() {
  const user = useUser();
  const { data: stats } = useQuery(statsQuery(user));
  const { data: folders } = useQuery(foldersQuery);
  const { data: invitations } = useQuery(sentInvitationsQuery(user));
  const navigate = useNavigate();
  const place = useLocation().state as Place | null;
  const [visit] = useState(() => crypto.randomUUID());
  const step = place?.visit === visit ? place.step : 0;
  const [files, setFiles] = useState<File[]>([]);
  const [email, setEmail] = useState('');
  const { data: me } = useQuery(meQuery);
  const [terms, setTerms] = useState<Omit<SendTerms, 'until'> & Partial<Pick<SendTerms, 'until'>>>({
    folderName: '',
    terms: defaultTerms,
  });
  const until = terms.until ?? usualEndOfAccess(me?.company?.usualExpiry);
  const [refusal, setRefusal] = useState<Refusal>();
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);

  useEffect(() => {
    if (shownStep.current !== step) heading.current?.focus();
    shownStep.current = step;
  }, [step]);

  const fileTerms = termsFor(useHasKeys(), terms.terms);
  const free = stats && Math.max(0, user.totalStorage - stats.usedStorage);
  const chosen = files.map((file): ChosenFile => ({ file, error: rejectionOf(file, free) }));
  const accepted = chosen.filter(({ error }) => !error).map(({ file }) => file);
  const known = invitations?.find(
    (one) => addressKey(one.email) === addressKey(email) && (one.status === 'pending' || one.status === 'accepted'),
  );
  const folderName = terms.folderName || freeName(email, folders ?? []);
  const problem = refusal?.step === step ? refusal.problem : undefined;

  /** Why the person cannot continue, and at which step. The browser's Forward leads past a step that was changed. */
  const missing = (): Refusal | undefined => {
    const size = accepted.reduce((sum, file) => sum + file.size, 0);
    if (accepted.length === 0) return { step: 0, problem: t('Choose at least one file') };
    if (free !== undefined && size > free)
      return { step: 0, problem: t('These files together do not fit into your storage') };
    if (step === 0) return undefined;
    if (!email) return { step: 1, problem: t('Please enter an email address') };
    if (!isAddress(email)) return { step: 1, problem: t('Please enter a valid email address') };
    if (addressKey(email) === addressKey(user.email)) return { step: 1, problem: t('This is your own address') };
    return undefined;
  };
  const next = () => {
    const found = missing();
    setRefusal(found);
    if (found) return void (found.step < step && navigate(found.step - step));
    if (step < titles.length - 1) return void navigate('', { state: { visit, step: step + 1 } satisfies Place });
    // Back from what follows leads to the screen before this one
    void navigate(-step);
    startSending({
      files: accepted,
      email,
      isNew: !known,
      folderName,
      terms: fileTerms,
      until: endOfAccess(until),
    });
  };

  const count = t('{count, plural, one {# file} other {# files}}', { count: accepted.length });
  return (
    <Flex vertical gap={24}>
      <LeaveGuard
        active={files.length > 0}
        title={t('Leave without sending?')}
        loss={t('The chosen files and what you entered will be lost.')}
      />
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
                setRefusal(undefined);
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
                setRefusal(undefined);
                setEmail(changed);
              }}
            />
          )}
          {step === 2 && (
            <TermsStep
              terms={{ until, folderName, terms: fileTerms }}
              summary={t('{count} for {email}', { count, email })}
              onChange={setTerms}
            />
          )}
          <Flex justify="space-between" gap={12} wrap className={styles.actions}>
            {step > 0 ? (
              <Button onClick={() => void navigate(-1)}>{t('Back')}</Button>
            ) : (
              <span className={layout.grow} />
            )}
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
