import { PageHeader } from '../../ui/page-header';

export default function ResetCodePage() {
  return <PageHeader title="Check your Email" />;
}
