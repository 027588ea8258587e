/** Formats an amount. The agent may send a currency code that the browser does not know. */
export function formatCost(amount: number, currency: string, locale: string | undefined): string {
  try {
    const maximumFractionDigits = amount < 1 ? 3 : 2;
    const style = "currency";
    return new Intl.NumberFormat(locale, { style, currency, maximumFractionDigits }).format(amount);
  } catch {
    return `${amount.toFixed(2)} ${currency}`;
  }
}

/** Formats amounts in different currencies, which are never added. `undefined` without any. */
export function formatCosts(
  costs: readonly { readonly amount: number; readonly currency: string }[],
  locale: string | undefined,
): string | undefined {
  if (costs.length === 0) return undefined;
  return costs.map(({ amount, currency }) => formatCost(amount, currency, locale)).join(" + ");
}
