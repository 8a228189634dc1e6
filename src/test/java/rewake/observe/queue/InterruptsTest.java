package rewake.observe.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import rewake.HandMade;

final class InterruptsTest {
    @Test
    void aSoftirqIsWithoutTheHandlersThatInterruptedIt() {
        HandMade trace = HandMade.flat(1).lines("""
                0   [0] a:10   stat_runtime a:10
                10  [0] a:10/h irq_entry eth0:7 irq=24
                13  [0] a:10/h irq_exit irq=24
                14  [0] a:10/s softirq_entry vec=3
                20  [0] a:10/h irq_entry eth0:7 irq=24
                22  [0] a:10/h irq_exit irq=24
                30  [0] a:10/s softirq_exit vec=3
                40  [0] a:10   switch a:10 S ==> idle:0
                50  [0] idle:0 irq_entry eth0:7 irq=24
                54  [0] idle:0 irq_exit irq=24
                60  [0] idle:0 switch idle:0 R ==> ksoftirqd/0:5
                61  [0] ksoftirqd/0:5 softirq_entry vec=3
                66  [0] ksoftirqd/0:5 softirq_exit vec=3
                70  [0] ksoftirqd/0:5 softirq_exit vec=1
                """);
        Interrupts irqs = Watched.of(trace).interrupts();
        assertThat(irqs.cpu(0).hardNs()).isEqualTo(3_000 + 2_000 + 4_000);
        assertThat(irqs.cpu(0).softNs()).isEqualTo(14_000 + 5_000);
        assertThat(irqs.cpu(0).stolenNs()).isEqualTo(3_000 + 2_000 + 14_000);
        assertThat(irqs.unmatched()).isEqualTo(1);
        Interrupts.Source net = irqs.sources().getFirst();
        assertThat(net.hard()).isFalse();
        assertThat(net.number()).isEqualTo(3);
        assertThat(net.times().count()).isEqualTo(2);
        assertThat(net.stolenNs()).isEqualTo(14_000);
        Interrupts.Source eth0 = irqs.sources().getLast();
        assertThat(trace.comms().text(eth0.name())).isEqualTo("eth0");
        assertThat(eth0.times().sumNs()).isEqualTo(9_000);
        assertThat(eth0.stolenNs()).isEqualTo(5_000);
        assertThat(eth0.idleNs()).isEqualTo(4_000);
    }

    @Test
    void aLossForgetsWhatACpuWasIn() {
        Interrupts irqs = Watched.of(HandMade.flat(1).lines("""
                0   [0] a:10   stat_runtime a:10
                10  [0] a:10/h irq_entry eth0:7 irq=24
                20  [0] a:10   lost
                90  [0] a:10/h irq_exit irq=24
                """)).interrupts();
        assertThat(irqs.cpu(0).hardNs()).isZero();
        assertThat(irqs.unmatched()).isEqualTo(1);
    }
}
