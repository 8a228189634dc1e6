package rewake.kernel;

/**
 * When {@code recent_used_cpu} is written, and whose affinity bit guards it.
 *
 * <p>Source: {@code select_idle_sibling()}; commit 89aafd67f28c, mail 20230620080747.359122-1-linmiaohe@huawei.com.
 */
public enum RecentRule {
    /** Before 5.15: the wakee's becomes prev on a hit; the waker's becomes its own CPU after an affine wake-up. */
    ON_HIT,
    /** 5.15: the wakee's becomes prev whenever the test is reached; by mistake prev's affinity bit is tested. */
    ALWAYS_TESTING_PREV,
    /** The same with the mistake mended. */
    ALWAYS;

    /** Whether it changes whenever the test is reached, hit or not. */
    public boolean always() {
        return this != ON_HIT;
    }
}
