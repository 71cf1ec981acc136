import { useQuery } from '@tanstack/react-query';
import { routes } from '@tradepost/contracts/routes';
import { Alert, Progress } from 'antd';
import { auditProgressQuery } from '../../api/queries';
import { send } from '../../api/send';
import { useMutation } from '../../api/use-mutation';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

/** Verifies all chains on the server. */
export const useAuditCheck = () => useMutation({ mutationFn: () => send(routes.verifyAudit, {}) });

/** How far the check is, and its result; nothing before the first check. */
export function AuditCheck({ check }: { check: ReturnType<typeof useAuditCheck> }) {
  return (
    <div aria-live="polite" className={layout.notEmpty}>
      <Result check={check} />
    </div>
  );
}

function Result({ check: { data: result, error, isPending } }: { check: ReturnType<typeof useAuditCheck> }) {
  const { data: progress } = useQuery(auditProgressQuery);
  const percent = progress && progress.of > 0 ? Math.floor((100 * progress.entries) / progress.of) : 0;
  if (isPending)
    return (
      <Alert
        type="info"
        showIcon
        title={t('Every entry is being checked against the one before it')}
        description={<Progress percent={percent} aria-label={t('Checked')} />}
      />
    );
  if (error)
    return <Alert type="error" showIcon title={t('The log could not be checked')} description={error.message} />;
  if (!result) return null;
  if (!result.ok)
    return (
      <Alert
        type="error"
        showIcon
        role="alert"
        title={t('The log is broken')}
        description={t('{entries} entries are unchanged; the first changed entry: {brokenAt}', {
          entries: result.entries,
          brokenAt: result.brokenAt,
        })}
      />
    );
  return (
    <Alert
      type="success"
      showIcon
      title={t('All {entries} entries are unchanged', { entries: result.entries })}
      description={<span className={layout.breakWords}>{t('Ends of all chains: {head}', { head: result.head })}</span>}
    />
  );
}
