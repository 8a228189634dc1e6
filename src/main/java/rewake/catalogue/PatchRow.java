package rewake.catalogue;

import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import rewake.kernel.KernelModel;

/** What the catalogue says of a patch; see the methods of {@link Patches}. */
record PatchRow(
        String id,
        String title,
        String link,
        String changes,
        @Nullable Release since,
        Set<Need> needs,
        UnaryOperator<KernelModel> function) {
    /** Copies the set. */
    PatchRow {
        needs = Set.copyOf(needs);
    }

    static String mail(String messageId) {
        return "https://lore.kernel.org/all/" + messageId + "/";
    }

    static String commit(String hash) {
        return "https://git.kernel.org/linus/" + hash;
    }
}
