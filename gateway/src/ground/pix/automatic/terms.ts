/** How often a subscription is charged. */
export const intervals = ['weekly', 'monthly', 'quarterly', 'semiannual', 'annual'] as const;
export type Interval = (typeof intervals)[number];

/** Whether a failed cycle can be tried again. */
export const retryPolicies = ['none', 'three_in_seven_days'] as const;
export type RetryPolicy = (typeof retryPolicies)[number];
