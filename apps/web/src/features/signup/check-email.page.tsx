import { PageHeader } from '../../ui/page-header';

export default function CheckEmailPage() {
  return <PageHeader title="Check your email" />;
}
