import { useQuery } from '@tanstack/react-query';
import type { ApprovalRule } from '@tradepost/contracts/requests';
import { Alert, Button, Checkbox, Flex, Form, Radio, Select, Typography } from 'antd';
import { SectionCard } from '../../ui/card/section-card';
import { useState } from 'react';
import { useMay } from '../../session/may';
import { SkeletonList } from '../../ui/busy/skeleton-list';
import { AmountInput } from '../../ui/form/amount-input';
import { currencyOptions } from '../../ui/exchange/currency-options';
import { writeAmount } from '../../ui/form/decimal';
import { TwoColumns } from '../../ui/layout/two-columns';
import { QueryResult } from '../../ui/list/query-result';
import { useToast } from '../../ui/notice/use-toast';
import { membersQuery } from '../../api/members/queries';
import { approvalRuleQuery, useSetApprovalRule } from './api';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

const choices = [
  { value: 0, label: t('No approval') },
  { value: 1, label: t('One person') },
  { value: 2, label: t('Two people') },
];

/** How many people must approve a request before it can be accepted. */
export function ApprovalRuleCard() {
  const rule = useQuery(approvalRuleQuery);
  const save = useSetApprovalRule();
  return (
    <SectionCard title={t('Approvals')}>
      <QueryResult query={rule} placeholder={<SkeletonList rows={2} />}>
        {(found) => <RuleForm key={JSON.stringify(found)} rule={found} save={save} />}
      </QueryResult>
    </SectionCard>
  );
}

/** @param save outlives the form, which begins again with the saved rule */
function RuleForm({ rule, save }: { rule: ApprovalRule; save: ReturnType<typeof useSetApprovalRule> }) {
  const toast = useToast();
  const [approvals, setApprovals] = useState(rule.approvals);
  const [isAbove, setAbove] = useState(rule.above !== null);
  const [above, setAmount] = useState(rule.above ?? { amount: '1000', currency: 'EUR' });
  const chosen: ApprovalRule = { approvals, above: approvals > 0 && isAbove ? above : null };
  const submit = () =>
    save.mutate(
      { approvals, above: chosen.above && { ...above, amount: Number(above.amount) } },
      {
        onSuccess: () =>
          toast.success({
            title: t('Success'),
            description: t('The rule applies to requests that arrive from now on.'),
          }),
      },
    );
  return (
    <Form layout="vertical" component="div" disabled={save.isPending}>
      <Typography.Paragraph type="secondary">
        {t('How many people, in addition to the person who accepts, must approve a request before it can be accepted.')}
      </Typography.Paragraph>
      <Radio.Group
        aria-label={t('Approvals')}
        options={choices}
        value={approvals}
        onChange={({ target }) => setApprovals(target.value as number)}
        className={`${layout.fullWidth} ${layout.marginBottom16}`}
      />
      <TooFew approvals={approvals} />
      {approvals > 0 && (
        <Form.Item className={layout.marginBottom16}>
          <Checkbox checked={isAbove} onChange={({ target }) => setAbove(target.checked)}>
            {t('Only above a total value')}
          </Checkbox>
        </Form.Item>
      )}
      {chosen.above && (
        <TwoColumns>
          <Form.Item label={t('Total Value')} htmlFor="approval-amount">
            <AmountInput
              id="approval-amount"
              value={above.amount}
              format={writeAmount}
              onChange={(amount) => setAmount({ ...above, amount })}
            />
          </Form.Item>
          <Form.Item
            label={t('Currency')}
            htmlFor="approval-currency"
            help={t('Requests with values in other currencies need approval too.')}
          >
            <Select
              id="approval-currency"
              showSearch={{ optionFilterProp: 'label' }}
              options={currencyOptions}
              value={above.currency}
              onChange={(currency) => setAmount({ ...above, currency })}
            />
          </Form.Item>
        </TwoColumns>
      )}
      {save.error && (
        <Alert type="error" showIcon role="alert" title={save.error.message} className={layout.marginBottom16} />
      )}
      <Button
        type="primary"
        loading={save.isPending}
        disabled={JSON.stringify(chosen) === JSON.stringify(rule)}
        onClick={submit}
      >
        {t('Save')}
      </Button>
    </Form>
  );
}

/** A warning that nobody could accept, because there are not enough people who approve. */
function TooFew({ approvals }: { approvals: number }) {
  const isApprover = useMay('approve');
  const { data } = useQuery(membersQuery({ may: 'approve', pageSize: 1 }));
  if (!data) return null;
  const approvers = data.total - (isApprover ? 1 : 0);
  if (approvers >= approvals) return null;
  return (
    <Flex className={layout.marginBottom16}>
      <Alert
        type="warning"
        showIcon
        className={layout.fullWidth as string}
        title={t(
          'Your company has {approvers, plural, one {# approver} other {# approvers}}. Invite more, or requests cannot be accepted.',
          { approvers },
        )}
      />
    </Flex>
  );
}
