import { CheckOutlined } from '@ant-design/icons';
import { Flex, Typography } from 'antd';
import { Brand } from '../../app/layout/brand';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './onboarding-steps.module.css';

const steps = [
  { title: t('Company Details'), text: t('Add your company details') },
  { title: t('Invite your Trading Partner'), text: t('Start sharing your data with your client') },
];

/** Includes signup and email verification before, and the final step after. */
const mobileSteps = 5;
const stepsBefore = 2;

/** The sidebar on wide screens. */
export function StepsSidebar({ step }: { step: number }) {
  return (
    <aside className={styles.aside}>
      <div className={styles.brand}>
        <Brand />
      </div>
      <Typography.Title level={2} className={styles.title}>
        {t('Set up your data exchange')}
      </Typography.Title>
      <p className={styles.subtitle}>{t('Two short steps, and your company can trade its data.')}</p>
      <ol className={layout.bareList}>
        {steps.map(({ title, text }, i) => {
          const done = i < step;
          const active = i === step;
          return (
            <li key={title} aria-current={active ? 'step' : undefined} className={styles.step}>
              <span className={`${styles.mark} ${done ? styles.done : ''}`}>
                {done ? <CheckOutlined aria-label={t('done')} /> : i + 1}
              </span>
              <span>
                <strong className={styles.label}>{title}</strong>
                <span className={styles.text}>{text}</span>
              </span>
            </li>
          );
        })}
      </ol>
    </aside>
  );
}

/** The progress line on phones. It has no numbers, because the sidebar counts only its own two steps. */
export function StepsLine({ step }: { step: number }) {
  const at = stepsBefore + step + 1;
  return (
    <Flex
      gap={4}
      role="progressbar"
      aria-label={t('Progress of your sign-up')}
      aria-valuenow={at}
      aria-valuemax={mobileSteps}
      className={layout.marginBottom24}
    >
      {Array.from({ length: mobileSteps }, (_, i) => (
        <span key={i} className={`${styles.bar} ${i < at ? styles.reached : ''}`} />
      ))}
    </Flex>
  );
}
